import { jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { PhotoField } from './photo-field';

const picture = { width: 40, height: 30, close: () => undefined };
const file = new File(['picture'], 'car.png', { type: 'image/png' });
const input = () => screen.getByLabelText('Photo Upload');
const remove = () => screen.findByRole('button', { name: 'Remove photo' });

function Form() {
  const [photo, setPhoto] = useState<File | null>(null);
  return (
    <>
      <PhotoField photo={photo} onPhoto={setPhoto} />
      <button type="button">Next</button>
    </>
  );
}

describe('the focus of the choice of a photo', () => {
  /** Lets the chosen picture be read. */
  let read: () => void;

  beforeEach(() => {
    const reading = new Promise<typeof picture>((resolve) => {
      read = () => resolve(picture);
    });
    Object.defineProperty(globalThis, 'createImageBitmap', { value: () => reading, configurable: true });
    const pen = { fillRect: () => undefined, drawImage: () => undefined };
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
    jest
      .spyOn(HTMLCanvasElement.prototype, 'toBlob')
      .mockImplementation((tell) => tell(new Blob(['jpeg'], { type: 'image/jpeg' })));
    render(<Form />);
  });

  afterEach(() => {
    jest.restoreAllMocks();
    Reflect.deleteProperty(globalThis, 'createImageBitmap');
  });

  it('goes to the button that removes it, and back to the choice', async () => {
    const person = userEvent.setup();
    await person.upload(input(), file);
    expect(input()).toHaveFocus();
    await act(async () => read());
    await waitFor(async () => expect(await remove()).toHaveFocus());
    await person.keyboard('{Enter}');
    expect(input()).toHaveFocus();
  });

  it('stays where the person has gone meanwhile', async () => {
    const person = userEvent.setup();
    await person.upload(input(), file);
    await person.tab();
    await act(async () => read());
    expect(await remove()).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
  });
});
