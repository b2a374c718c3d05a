import { expect, type Locator, type Page } from '@playwright/test';

/** Whether what has the focus can be seen: inside the window, under nothing, and marked. As text: these types know no documents. */
const SEEN = `(() => {
  const element = document.activeElement;
  if (!element || element === document.body) return '?';
  const name = (element.getAttribute('aria-label') || element.textContent || element.tagName).trim().slice(0, 40);
  const box = element.getBoundingClientRect();
  // A file input or a radio button may be drawn by its label.
  const drawn = box.width < 8 || getComputedStyle(element).opacity === '0' ? element.closest('label') ?? element : element;
  const { left, right, top, bottom, width, height } = drawn.getBoundingClientRect();
  if (width === 0 || height === 0) return name + ' has no size';
  const inside = right > 0 && left < innerWidth && bottom > 0 && top < innerHeight;
  if (!inside) return name + ' is outside the window';
  const x = Math.min(Math.max(left + width / 2, 1), innerWidth - 1);
  const points = [top + 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2, bottom - 2]
    .filter((y) => y > 0 && y < innerHeight);
  const isFree = (y) => {
    const hit = document.elementFromPoint(x, y);
    return hit && (drawn.contains(hit) || hit.contains(drawn));
  };
  if (!points.some(isFree)) return name + ' is covered';
  const ring = (one) => {
    const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(one);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
  };
  const isTyped = element.matches('input:not([type=radio]):not([type=checkbox]):not([type=file]), textarea, select, h1, h2, main, [role=dialog], [role=alertdialog]');
  if (!isTyped && !ring(element) && !ring(drawn)) return name + ' shows no focus';
  return '';
})()`;

const MOST_STEPS = 120;

/** Somebody without a mouse: goes from control to control, and sees each of them. */
export class Keyboard {
  constructor(private readonly page: Page) {}

  /** Tabs to a control; every stop on the way is seen. */
  async to(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    let rounds = 0;
    for (let step = 0; step < MOST_STEPS; step += 1) {
      if (await this.has(target)) return;
      await this.page.keyboard.press('Tab');
      const problem = () => this.page.evaluate<string>(SEEN);
      // Behind the last control is the browser's own bar, once.
      if (rounds === 0 && (await problem()) === '?') rounds += 1;
      // A dialog may still be opening.
      else await expect.poll(problem, { timeout: 1000 }).toBe('');
    }
    throw new Error(`${String(target)} is not reached by ${MOST_STEPS} presses of Tab`);
  }

  /** Whether one of these has the focus. */
  private async has(target: Locator): Promise<boolean> {
    return (await target.and(this.page.locator(':focus')).count()) > 0;
  }

  /** Tabs to a control and presses it. */
  async press(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.to(target);
    await this.page.keyboard.press(key);
  }

  /** Tabs to a field and types. */
  async type(target: Locator, text: string): Promise<void> {
    await this.to(target);
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.type(text);
  }

  /** Goes to a group of radio buttons and moves on to the wanted one. */
  async choose(target: Locator): Promise<void> {
    await expect(target).toBeAttached();
    for (let step = 0; step < MOST_STEPS; step += 1) {
      if (await target.isChecked()) return;
      const group = await target.getAttribute('name');
      const isInGroup = await this.has(this.page.locator(`input[name="${group}"]`));
      await this.page.keyboard.press(isInGroup ? 'ArrowDown' : 'Tab');
    }
    throw new Error(`${String(target)} is not reached`);
  }
}
