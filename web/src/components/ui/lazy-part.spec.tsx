import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { answer } from '../../testing/api';
import { loadedPages } from '../../testing/browser';
import { expectComplaint } from '../../testing/complaints';
import { lazyPart, MissingDialog, Nothing } from './lazy-part';
import { getToasts } from './toast-store';

const notFetched = () =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module: https://example.test/a.js'));

function Part({ name }: { name: string }) {
  return <p>Part of {name}</p>;
}

describe('a part of a screen with code of its own', () => {
  it('is drawn when its code is there, and at once from then on', async () => {
    let loads = 0;
    const Lazy = lazyPart(
      async () => {
        loads += 1;
        return Part;
      },
      { waiting: <p>Under way</p> },
    );
    const { unmount } = render(<Lazy name="Anna" />);
    expect(screen.getByText('Under way')).toBeVisible();
    expect(await screen.findByText('Part of Anna')).toBeVisible();
    unmount();
    render(<Lazy name="Ben" />);
    expect(screen.getByText('Part of Ben')).toBeVisible();
    expect(loads).toBe(1);
  });

  it('is missing alone when its code does not arrive, and comes when the network is back', async () => {
    let isOffline = true;
    const Lazy = lazyPart(async () => (isOffline ? notFetched() : Part));
    render(
      <>
        <h1>The screen</h1>
        <Lazy name="Anna" />
      </>,
    );
    expect(await screen.findByText(/This part of the page did not arrive/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'The screen' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Load the page again' }));
    expect(loadedPages()).toEqual(['reload']);
    isOffline = false;
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('Part of Anna')).toBeVisible();
  });

  it('is asked for again after a moment, without anybody doing anything', async () => {
    let loads = 0;
    const Lazy = lazyPart(async () => (++loads < 2 ? notFetched() : Part), { missing: Nothing });
    render(<Lazy name="Anna" />);
    expect(await screen.findByText('Part of Anna')).toBeVisible();
  });

  it('closes again and says so when it is a dialog', async () => {
    const Dialog = lazyPart<{ onClose: () => void }>(notFetched, { missing: MissingDialog });
    function Asker() {
      const [isOpen, setOpen] = useState(true);
      return isOpen ? <Dialog onClose={() => setOpen(false)} /> : <p>Closed</p>;
    }
    render(<Asker />);
    expect(await screen.findByText('Closed')).toBeVisible();
    expect(getToasts()).toContainEqual(expect.objectContaining({ title: 'Not loaded', tone: 'destructive' }));
  });

  it('says so once, however often the page around it is drawn anew meanwhile', async () => {
    const Dialog = lazyPart<{ onClose: () => void }>(notFetched, { missing: MissingDialog });
    const newest = () => getToasts()[0]?.id;
    const before = newest();
    const { rerender } = render(<Dialog onClose={() => undefined} />);
    await waitFor(() => expect(newest()).not.toBe(before));
    const said = newest();
    for (let i = 0; i < 3; i += 1) rerender(<Dialog onClose={() => undefined} />);
    expect(newest()).toBe(said);
  });

  it('takes nothing with it when it cannot be drawn', async () => {
    answer('POST /api/page-errors');
    expectComplaint(/broken/);
    const Lazy = lazyPart(async () => () => {
      throw new Error('broken');
    });
    render(
      <>
        <h1>The screen</h1>
        <Lazy />
      </>,
    );
    expect(await screen.findByText(/This part of the page did not arrive/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'The screen' })).toBeVisible();
  });
});
