// Prints, for each URL, Playwright's own aria snapshot and a capture of the same page, as lines of JSON.
// usage: node aria_snapshot.cjs CHROMIUM STYLES_JSON URL...   (playwright-core on the path of modules)
const { chromium } = require('playwright-core');

(async () => {
  const [executablePath, styles, ...urls] = process.argv.slice(2);
  const computedStyles = JSON.parse(styles);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  for (const url of urls) {
    await page.goto(url);
    await page.waitForTimeout(300);
    const snapshot = await page.ariaSnapshot({ mode: 'ai' });
    const session = await page.context().newCDPSession(page);
    const capture = {
      url, title: await page.title(), computedStyles,
      viewport: await page.evaluate(() => ({
        width: innerWidth, height: innerHeight, pageX: scrollX, pageY: scrollY, deviceScaleFactor: devicePixelRatio,
      })),
      snapshot: await session.send('DOMSnapshot.captureSnapshot',
        { computedStyles, includePaintOrder: true, includeDOMRects: true }),
    };
    await session.detach();
    process.stdout.write(JSON.stringify({ url, snapshot, capture }) + '\n');
  }
  await browser.close();
})().catch((error) => { console.error(error); process.exit(1); });
