// Called on a document or a shadow root: what the browser says of each of its elements, in tree order.
// Other elements are named by their place in that order. Nothing is written into the page.
async function () {
  const root = this, elements = [...root.querySelectorAll("*")];
  const view = (root.ownerDocument || root).defaultView;
  const place = new Map(elements.map((element, k) => [element, k]));

  // The part in the top-level window, after the clips of scrollers and frames. In a frame that is not
  // rendered the observer never answers: hence the time limit.
  const parts = new Map();
  await new Promise(done => {
    if (!elements.length) done();
    setTimeout(done, 1000);
    const observer = new IntersectionObserver(entries => {
      for (const {target, intersectionRect: r} of entries) parts.set(target, r.width > 0 && r.height > 0 ? r : null);
      if (parts.size === elements.length) { observer.disconnect(); done(); }
    });
    for (const element of elements) observer.observe(element);
  });

  const listOf = r => [r.x, r.y, r.width, r.height];
  const above = node => node.assignedSlot || node.parentElement || node.getRootNode().host || null;
  const insets = element => {
    const style = view.getComputedStyle(element);
    return [element.clientLeft + parseFloat(style.paddingLeft), element.clientTop + parseFloat(style.paddingTop)];
  };

  // Whether what the hit test found is the element, lies in it, or is the control that it labels.
  function isIn(found, element) {
    for (let at = found; at; at = above(at)) if (at === element || at === element.control) return true;
    return false;
  }

  // Whether a point of this document's viewport reaches it through all frames above.
  function reaches(x, y) {
    for (let inner = view, owner = inner.frameElement; owner; inner = inner.parent, owner = inner.frameElement) {
      const box = owner.getBoundingClientRect(), [dx, dy] = insets(owner);
      x = box.x + box.width / owner.offsetWidth * (x + dx);
      y = box.y + box.height / owner.offsetHeight * (y + dy);
      if (owner.getRootNode().elementFromPoint(x, y) !== owner) return false;
    }
    return true;
  }

  // Where a box is tried: centres first, then these shares of the largest box and of the part in the window.
  const SHARES = [[.12, .12], [.5, .12], [.88, .12], [.12, .5], [.88, .5], [.12, .88], [.5, .88], [.88, .88]];
  function points(element) {
    const boxes = [...element.getClientRects()].filter(r => r.width > 0 && r.height > 0);
    if (!boxes.length) return [];
    const whole = element.getBoundingClientRect();
    const largest = boxes.reduce((a, b) => a.width * a.height >= b.width * b.height ? a : b);
    const at = (r, [fx, fy]) => [r.x + fx * r.width, r.y + fy * r.height];
    const part = parts.get(element), seen = part ? [part] : [];
    const centres = [whole, ...boxes.slice(0, 4), ...seen].map(r => at(r, [.5, .5]));
    return [...centres, ...[largest, ...seen].flatMap(r => SHARES.map(share => at(r, share)))];
  }
  function hit(element) {
    let tried = points(element);
    if (!tried.length) tried = [...element.querySelectorAll("*")].filter(e => parts.get(e)).slice(0, 8).flatMap(points);
    let by = null;
    for (const [x, y] of tried) {
      const found = root.elementFromPoint(x, y);
      if (found && isIn(found, element) && reaches(x, y)) return {hit: true};
      by ??= found;
    }
    return {hit: false, by: place.get(by)};
  }

  function native(e) {
    switch (e.localName) {
      case "a": case "area": return e.hasAttribute("href") ? e.localName + "[href]" : "";
      case "button": case "select": case "textarea": return e.localName;
      case "input": return e.type === "hidden" ? "" : "input:" + e.type;
      case "summary": return e === e.parentElement?.querySelector(":scope > summary") && e.parentElement.localName === "details" ? "summary" : "";
      case "option": { const list = e.closest("select"); return list && (list.multiple || list.size > 1) ? "option" : ""; }
      case "audio": case "video": return e.controls ? e.localName + "[controls]" : "";
      default: return "";
    }
  }
  function withAncestors(element, test) {
    for (let at = element; at; at = above(at)) if (test(at)) return at === element ? "self" : "ancestor";
    return "";
  }
  const modal = [...(root.ownerDocument || root).querySelectorAll(":modal")].pop();
  function inert(element) {
    if (withAncestors(element, e => e.inert)) return "attribute";
    return modal && !withAncestors(element, e => e === modal) ? "modal" : "";
  }
  function scroller(e, style) {
    const way = (overflow, most) => (overflow === "auto" || overflow === "scroll") && most > 0 ? most : 0;
    const x = way(style.overflowX, e.scrollWidth - e.clientWidth), y = way(style.overflowY, e.scrollHeight - e.clientHeight);
    return x || y ? [x, y, e.scrollLeft, e.scrollTop] : null;
  }

  return elements.map(element => {
    const asked = {checkVisibilityCSS: true, contentVisibilityAuto: true};
    const style = view.getComputedStyle(element), part = parts.get(element);
    const visible = element.checkVisibility({...asked, checkOpacity: true});
    const {hit: taken, by} = part ? hit(element) : {hit: null};
    const parent = element.parentElement;
    return {
      tag: element.localName,
      role: element.getAttribute("role"),
      native: native(element),
      rect: listOf(element.getBoundingClientRect()),
      box: element.getClientRects().length > 0,
      inViewport: Boolean(part),
      vis: part ? listOf(part) : null,
      visible,
      transparent: !visible && element.checkVisibility(asked),
      hit: taken,
      hitBlockedBy: by,
      disabled: element.matches(":disabled"),
      ariaDisabled: withAncestors(element, e => e.getAttribute("aria-disabled") === "true"),
      inert: inert(element),
      tabIndex: element.tabIndex ?? -1,
      tabindexAttr: element.getAttribute("tabindex"),
      cursor: style.cursor,
      pointerHere: style.cursor === "pointer" && (!parent || view.getComputedStyle(parent).cursor !== "pointer"),
      editingHost: Boolean(element.isContentEditable && !parent?.isContentEditable),
      scroller: scroller(element, style),
      labels: [...element.labels || []].map(label => place.get(label)),
      control: element.localName === "label" ? place.get(element.control) : undefined,
      frame: element.contentDocument ? [...insets(element), element.offsetWidth, element.offsetHeight] : null,
    };
  });
}
