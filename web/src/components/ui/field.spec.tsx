import { render, screen } from '@testing-library/react';
import { useState } from 'react';
import { somebody } from '../../testing/screen';
import { Field } from './field';

const WRONG = 'This is not the code.';

/** A code that is always wrong. */
function CodeForm() {
  const [problem, setProblem] = useState<string>();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setProblem(WRONG);
        event.currentTarget.querySelector('input')?.focus();
      }}
    >
      <Field label="Code" hint="6 digits" problem={problem} onChange={() => setProblem(undefined)} />
      <button type="submit">Confirm</button>
    </form>
  );
}

/** What would be read out of the place where the problem stands: nothing while it is not live. */
const live = () => screen.getByText(WRONG).closest('[aria-live]')?.getAttribute('aria-live');

describe('the problem of a field', () => {
  it('is read out where the person is in that field already, in a place that was there before', async () => {
    const person = somebody();
    const { container } = render(<CodeForm />);
    const place = container.querySelector('[aria-live]');
    expect(place).toBeEmptyDOMElement();
    // Empty it takes no room of its own: nothing moves when it is filled.
    expect(place).toHaveClass('empty:sr-only');
    const field = screen.getByLabelText('Code');
    await person.click(field);
    await person.keyboard('123456{Enter}');
    expect(place).toHaveTextContent(WRONG);
    expect(place).toHaveAttribute('aria-live', 'polite');
    expect(field).toHaveFocus();
    expect(field).toHaveAccessibleDescription(WRONG);
  });

  it('is said once where the focus moves to the field, which has it as its description', async () => {
    const person = somebody();
    render(<CodeForm />);
    await person.type(screen.getByLabelText('Code'), '1');
    await person.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(screen.getByLabelText('Code')).toHaveFocus();
    expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(WRONG);
    expect(live()).toBe('off');
  });

  it('gives way to the hint once it is mended, which is not read out', async () => {
    const person = somebody();
    render(<CodeForm />);
    const field = screen.getByLabelText('Code');
    await person.type(field, '1{Enter}');
    expect(screen.queryByText('6 digits')).not.toBeInTheDocument();
    await person.type(field, '2');
    expect(field).toHaveAccessibleDescription('6 digits');
    expect(screen.getByText('6 digits').closest('[aria-live]')).toBeNull();
  });
});
