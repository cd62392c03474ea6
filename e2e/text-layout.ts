import type { Page } from 'playwright-core';

/**
 * What is wrong with the text on a page, one line each: text that a box cuts off, that is outside the window, that lies on other
 * text, or whose words are
 * broken for want of room. Text in
 * boxes that scroll counts as reachable, and so does what scrolls away below a bar.
 */
export const findTextFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const TOLERANCE = 2;
    const faults: string[] = [];
    const texts: { words: string; owner: Element; boxes: DOMRect[]; layer: Element | null }[] = [];
    const shorten = (words: string) => words.trim().replaceAll(/\s+/g, ' ').slice(0, 40);

    /** Whether the text is for screen readers alone. */
    const isHidden = (element: Element) => {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
      for (let box: Element | null = element; box; box = box.parentElement) {
        const { width, height } = box.getBoundingClientRect();
        if ((width <= 1 || height <= 1) && getComputedStyle(box).overflow !== 'visible') return true;
      }
      return false;
    };
    /** The positioned ancestor that keeps its place while the page scrolls, or that lies above it. */
    const layerOf = (element: Element) => {
      for (let box: Element | null = element; box; box = box.parentElement)
        if (/fixed|sticky|absolute/.test(getComputedStyle(box).position)) return box;
      return null;
    };

    const scope = document.querySelector('[role=dialog][aria-modal=true]') ?? document.body;
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const owner = node.parentElement;
      if (!owner || !node.textContent?.trim() || owner.closest('svg, option, script, style') || isHidden(owner)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
      if (boxes.length === 0) continue;
      const words = node.textContent.trim().split(/\s+/).length;
      if (boxes.length > words + 1 && boxes.every(({ width, height }) => width < 4 * height))
        faults.push(`“${shorten(node.textContent)}” has no room for its words`);
      const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
      const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
      let scrolls = false;
      for (let box: Element | null = owner; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        const at = box.getBoundingClientRect();
        if (/auto|scroll/.test(overflowX) && box.scrollWidth > box.clientWidth) scrolls = true;
        if (scrolls) continue;
        if (/hidden|clip/.test(overflowX) && (left < at.left - TOLERANCE || right > at.right + TOLERANCE))
          faults.push(`“${shorten(node.textContent)}” is cut off at its side`);
        else if (/hidden|clip/.test(overflowY) && (top < at.top - 6 || bottom > at.bottom + 6))
          faults.push(`“${shorten(node.textContent)}” is cut off above or below`);
      }
      if (!scrolls && (left < -TOLERANCE || right > innerWidth + TOLERANCE))
        faults.push(`“${shorten(node.textContent)}” is outside the window`);
      if (!scrolls) texts.push({ words: shorten(node.textContent), owner, boxes, layer: layerOf(owner) });
    }

    const overlap = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > TOLERANCE &&
      // Lines of a paragraph may touch.
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 2;
    for (const [index, one] of texts.entries())
      for (const other of texts.slice(index + 1))
        if (one.layer === other.layer && one.boxes.some((box) => other.boxes.some((another) => overlap(box, another))))
          faults.push(`“${one.words}” and “${other.words}” overlap`);
    return faults;
  });

/** Sizes of a window in which pages have little room: a phone held sideways, and a tablet in both directions. */
const SMALL_WINDOWS = [
  { width: 740, height: 360 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
];

/** The same in each of the small windows, with its size. The window is left as it was. */
export async function findTextFaultsWhenSmall(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const usual = page.viewportSize();
  for (const size of SMALL_WINDOWS) {
    await page.setViewportSize(size);
    for (const fault of await findTextFaults(page)) faults.push(`${size.width} × ${size.height}: ${fault}`);
  }
  if (usual) await page.setViewportSize(usual);
  return faults;
}
