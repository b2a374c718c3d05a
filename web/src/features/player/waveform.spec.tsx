import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { somebody } from '../../testing/screen';
import { Waveform } from './waveform';

let play: (to: number) => void = () => undefined;

/** A sound of a minute that the test plays. */
function Sound({ isPlaying }: { isPlaying: boolean }) {
  const [position, setPosition] = useState(0);
  play = setPosition;
  return (
    <Waveform
      peaks={[1]}
      durationSeconds={60}
      positionSeconds={position}
      isPlaying={isPlaying}
      onSeek={setPosition}
    />
  );
}

const slider = () => screen.getByRole('slider', { name: 'Position in the recording' });
const expectAt = (seconds: number) => {
  expect(slider()).toHaveValue(String(seconds));
  expect(slider()).toHaveAttribute(
    'aria-valuetext',
    expect.stringMatching(new RegExp(`^${seconds} seconds`)),
  );
};

it('does not talk over the recording: it tells where that is when it stands, and after a key', async () => {
  const person = somebody();
  const { rerender } = render(<Sound isPlaying />);
  for (let seconds = 0; seconds <= 7; seconds += 0.5) act(() => play(seconds));
  expectAt(0);
  act(() => slider().focus());
  await person.keyboard('{ArrowRight}');
  expectAt(12);
  act(() => play(13));
  expectAt(12);
  // A line of the transcript was pressed.
  act(() => play(40));
  act(() => play(41));
  expectAt(40);
  rerender(<Sound isPlaying={false} />);
  expectAt(41);
});
