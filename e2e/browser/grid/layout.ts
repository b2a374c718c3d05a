import { LAY_OUT_ALL } from '../pages.js';

/**
 * What pages are asked about their layout. As text, because these types know no documents; each answers a list of what
 * is wrong.
 */

const NAMED = `${LAY_OUT_ALL}
const named = (element) => {
  const words = (element.getAttribute('aria-label') || element.textContent || '').trim().slice(0, 40);
  return element.tagName.toLowerCase() + (words ? ' "' + words + '"' : '.' + element.className);
};
const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  && !element.closest('[inert], [aria-hidden="true"]');
const isForEars = (element) => {
  const { clipPath, position, width } = getComputedStyle(element);
  return position === 'absolute' && (clipPath !== 'none' || parseFloat(width) <= 1);
};`;

/**
 * What reaches beyond the right edge of the page or of an open sheet, questions beyond the top or the bottom of the screen,
 * and text that is cut off.
 */
export const overflowing = `(() => {
  ${NAMED}
  const wide = document.documentElement.clientWidth;
  const found = [];
  if (document.documentElement.scrollWidth > wide) {
    const outside = [...document.body.querySelectorAll('*')].filter((element) =>
      isShown(element) && element.getBoundingClientRect().right > wide + 1 && !isInScroller(element));
    found.push(...outside.slice(-3).map(named), 'page ' + document.documentElement.scrollWidth + ' of ' + wide);
  }
  for (const element of document.body.querySelectorAll('*')) {
    const { overflowX, textOverflow } = getComputedStyle(element);
    const cuts = (overflowX === 'hidden' || overflowX === 'clip') && element.scrollWidth > element.clientWidth + 1;
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (cuts && hasText && isShown(element) && !isForEars(element)) found.push('cut: ' + named(element));
  }
  for (const sheet of document.querySelectorAll('[role=dialog], [role=alertdialog]')) {
    if (sheet.scrollWidth > sheet.clientWidth + 1) found.push('sheet ' + sheet.scrollWidth + ' of ' + sheet.clientWidth);
  }
  for (const question of document.querySelectorAll('[role=alertdialog]')) {
    const { top, bottom } = question.getBoundingClientRect();
    if (top < -1 || bottom > innerHeight + 1) found.push('question from ' + top + ' to ' + bottom + ' of ' + innerHeight);
  }
  function isInScroller(element) {
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (/auto|scroll|hidden|clip/.test(getComputedStyle(at).overflowX)) return true;
    }
    return false;
  }
  return found;
})()`;

/** Controls smaller than 24 by 24 CSS pixels, but for links within a line of text and what only ears find. */
export const tooSmall = `(() => {
  ${NAMED}
  const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=menuitem]';
  return [...document.querySelectorAll(controls)].filter((element) => {
    if (!isShown(element) || isForEars(element)) return false;
    const label = element.matches('input') ? element.closest('label') : null;
    const { width, height } = (label ?? element).getBoundingClientRect();
    if (width >= 24 && height >= 24) return false;
    return width > 0 && getComputedStyle(element).display !== 'inline';
  }).map(named);
})()`;

/**
 * Controls that something fixed or sticky lies over: all that stay covered after they were scrolled to the middle of the
 * screen; and at the top, in the middle and at the end of the page those under anything but a bar, beneath which a page
 * passes, and a message, which leaves by itself.
 */
export const covered = `(() => {
  ${NAMED}
  const controls = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
    .map((element) => element.matches('input') ? element.closest('label') ?? element : element)
    .filter((element) => isShown(element) && !isForEars(element));
  const floating = [...document.body.querySelectorAll('*')].filter((element) =>
    /fixed|sticky/.test(getComputedStyle(element).position) && element.checkVisibility({ visibilityProperty: true }));
  const isBar = (thing) => thing.getBoundingClientRect().width >= 0.9 *
    (getComputedStyle(thing).position === 'sticky' ? thing.parentElement.clientWidth : innerWidth);
  const isMessage = (thing) => thing.closest('[role=region]:has(> ol)') !== null;
  const liesOver = (thing, control) => {
    if (thing.contains(control) || control.contains(thing)) return false;
    // A link may wait until a message has left; those that people are sent to are measured in in-the-way.browser.ts.
    if (isMessage(thing) && control.matches('a')) return false;
    const one = thing.getBoundingClientRect();
    const other = control.getBoundingClientRect();
    const left = Math.max(one.left, other.left, 0);
    const right = Math.min(one.right, other.right, innerWidth);
    const top = Math.max(one.top, other.top, 0);
    const bottom = Math.min(one.bottom, other.bottom, innerHeight);
    return right - left > 1 && bottom - top > 1
      && thing.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  };
  const found = new Set();
  const note = (control, things) => things.filter((thing) => liesOver(thing, control)).forEach((thing) =>
    found.add(named(control) + ' under ' + named(thing)));
  for (const control of controls) {
    control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    note(control, floating);
  }
  const scrollers = [document.documentElement, ...document.querySelectorAll('[role=dialog], [role=alertdialog]')];
  for (const share of [0.5, 1, 0]) {
    for (const one of scrollers) {
      one.scrollTo({ top: share * (one.scrollHeight - one.clientHeight), behavior: 'instant' });
    }
    const small = floating.filter((thing) => !isBar(thing) && !isMessage(thing));
    for (const control of controls) note(control, small);
  }
  return [...found];
})()`;

/** What still moves: animations and transitions over a millisecond of anything but opacity and colours. */
export const unruly = `(() => {
  ${NAMED}
  const seconds = (list) => Math.max(...list.split(',').map((one) => parseFloat(one) * (one.includes('ms') ? 0.001 : 1)));
  const isCalm = (property) => /^(opacity|.*color.*|fill|stroke|outline.*|text-decoration.*|--tw-gradient.*|none)$/.test(property.trim());
  const found = [];
  for (const element of document.querySelectorAll('*')) {
    const style = getComputedStyle(element);
    if (seconds(style.transitionDuration) > 0.001 && !style.transitionProperty.split(',').every(isCalm)) {
      found.push('transition: ' + named(element));
    }
  }
  for (const animation of document.getAnimations()) {
    const { duration } = animation.effect.getComputedTiming();
    const moved = animation.effect.getKeyframes().flatMap((frame) =>
      Object.keys(frame).filter((key) => !['offset', 'easing', 'composite', 'computedOffset'].includes(key)));
    if (duration > 1 && !moved.every(isCalm)) found.push('animation: ' + named(animation.effect.target));
  }
  return found;
})()`;

/** Controls below 44 by 44 CSS pixels that a pattern names. */
export const belowThumb = (pattern: string): string => `(() => {
  ${NAMED}
  return [...document.querySelectorAll('button, a[href]')].filter((element) => {
    const name = element.getAttribute('aria-label') || element.textContent || '';
    if (!new RegExp(${JSON.stringify(pattern)}).test(name.trim()) || !isShown(element)) return false;
    const { width, height } = element.getBoundingClientRect();
    return width < 43.5 || height < 43.5;
  }).map(named);
})()`;
