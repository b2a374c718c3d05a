import { act } from '@testing-library/react';
import axe from 'axe-core';
import { withFullStyles } from './browser';

/** Rules that need a drawn page: jsdom has no layout and no colours. */
const NEEDS_LAYOUT = ['color-contrast', 'target-size', 'scrollable-region-focusable'];

/** Fails with the list of what assistive technology would stumble over in the page as it is now. */
export async function expectAccessible(): Promise<void> {
  // It takes a while, in which answers may still arrive.
  const { violations } = await act(() =>
    withFullStyles(() =>
      axe.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        rules: Object.fromEntries(NEEDS_LAYOUT.map((rule) => [rule, { enabled: false }])),
      }),
    ),
  );
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect(found).toEqual([]);
}
