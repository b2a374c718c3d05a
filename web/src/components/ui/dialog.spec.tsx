import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DialogForm } from './dialog';

function show(change: Partial<Parameters<typeof DialogForm>[0]> = {}) {
  const onClose = jest.fn();
  const onSubmit = jest.fn();
  const words = { title: 'Refund', description: 'Gives money back.', cancel: 'Back', submit: 'Send' };
  render(
    <DialogForm {...words} onClose={onClose} onSubmit={onSubmit} {...change}>
      <input aria-label="Amount" />
    </DialogForm>,
  );
  return { onClose, onSubmit, person: userEvent.setup({ delay: null }) };
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
