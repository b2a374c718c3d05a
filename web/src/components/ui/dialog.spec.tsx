import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { somebody } from '../../testing/screen';
import { AlertDialog } from './alert-dialog';
import { Dialog, DialogForm } from './dialog';
import { Dropdown } from './dropdown';
import { toast } from './toast-store';
import { Toaster } from './toaster';

function show(change: Partial<Parameters<typeof DialogForm>[0]> = {}) {
  const onClose = jest.fn();
  const onSubmit = jest.fn();
  const words = { title: 'Refund', description: 'Gives money back.', cancel: 'Back', submit: 'Send' };
  render(
    <DialogForm {...words} onClose={onClose} onSubmit={onSubmit} {...change}>
      <input aria-label="Amount" />
    </DialogForm>,
  );
  return { onClose, onSubmit, person: somebody() };
}

describe('a form on a sheet', () => {
  it('is sent by its button and by Enter, with the form to look for fields in', async () => {
    const { onSubmit, person } = show();
    await person.click(screen.getByRole('button', { name: 'Send' }));
    await person.type(screen.getByLabelText('Amount'), '5{Enter}');
    expect(onSubmit).toHaveBeenCalledTimes(2);
    expect(onSubmit).toHaveBeenLastCalledWith(expect.any(HTMLFormElement));
  });

  it('is left by its other button, by the cross and by Escape', async () => {
    const { onClose, person } = show();
    await person.click(screen.getByRole('button', { name: 'Back' }));
    await person.click(screen.getByRole('button', { name: 'Close' }));
    await person.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(3);
  });

  it('is not sent twice, and can be left meanwhile', async () => {
    const { onClose, onSubmit, person } = show({ isBusy: true });
    await person.type(screen.getByLabelText('Amount'), '{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
    await person.click(screen.getByRole('button', { name: 'Back' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('stays open while it is sent, where leaving would hide what happens', async () => {
    const { onClose, person } = show({ isBusy: true, isHeld: true });
    await person.click(screen.getByRole('button', { name: 'Back' }));
    await person.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('says why it could not be sent', () => {
    show({ failure: 'The line is busy.', failureTitle: 'Error' });
    expect(screen.getByRole('alert')).toHaveTextContent('ErrorThe line is busy.');
  });
});

/** A sheet from which a question and a menu are opened. */
function Nested() {
  const [isOpen, setOpen] = useState(true);
  const [isAsking, setAsking] = useState(false);
  return (
    <Dialog open={isOpen} onOpenChange={setOpen} title="Contract" description="All of it.">
      <button type="button" onClick={() => setAsking(true)}>
        Cancel it
      </button>
      <Dropdown label="Export" items={[{ label: 'As text', onSelect: () => undefined }]} />
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        question="Cancel this contract?"
        detail="It cannot be undone."
        confirm="Cancel it"
        cancel="Keep it"
        onConfirm={() => undefined}
      />
    </Dialog>
  );
}

it('a question that is taller than the screen scrolls down to its buttons', () => {
  const words = { question: 'Cancel it?', detail: 'For good.', confirm: 'Cancel it', cancel: 'Keep it' };
  render(<AlertDialog open onOpenChange={() => undefined} onConfirm={() => undefined} {...words} />);
  expect(screen.getByRole('alertdialog')).toHaveClass('max-h-[calc(100dvh-2rem)]', 'overflow-y-auto');
});

describe.each([
  ['while a message is shown', true],
  ['with nothing above it', false],
])('one Escape, %s,', (_when, hasMessage) => {
  function showNested() {
    const person = somebody();
    render(
      <>
        <Nested />
        <Toaster />
      </>,
    );
    // The newest layer is the message: it comes last.
    const say = () => {
      if (hasMessage) act(() => toast({ title: 'Copied to Clipboard' }));
    };
    return { person, say };
  }

  it('leaves a sheet', async () => {
    const { person, say } = showNested();
    say();
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('leaves a question, and the sheet behind it stays', async () => {
    const { person, say } = showNested();
    await person.click(screen.getByRole('button', { name: 'Cancel it' }));
    expect(screen.getByRole('alertdialog')).toBeVisible();
    say();
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'Contract' })).toBeVisible();
    say();
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('leaves a menu, and the sheet around it stays', async () => {
    const { person, say } = showNested();
    await person.click(screen.getByRole('button', { name: 'Export' }));
    expect(screen.getByRole('menu')).toBeVisible();
    say();
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'Contract' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Export' })).toHaveFocus();
  });
});
