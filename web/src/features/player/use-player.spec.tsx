import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { heardSounds } from '../../testing/browser';
import { usePlayer } from './use-player';

afterEach(() => jest.restoreAllMocks());

/** A player that was started, with its audio element and what was asked of that. */
function started() {
  const play = jest.spyOn(HTMLMediaElement.prototype, 'play');
  const load = jest.spyOn(HTMLMediaElement.prototype, 'load');
  const onError = jest.fn();
  const { result } = renderHook(() => usePlayer({ src: '/sound.mp3', onError }));
  const toggle = () => act(() => result.current.toggle());
  toggle();
  const [element] = play.mock.contexts as HTMLAudioElement[];
  if (!element) throw new Error('nothing is played');
  /** The connection breaks off. */
  const fail = () => {
    Object.defineProperty(element, 'error', { value: { code: 2 }, configurable: true });
    act(() => {
      element.dispatchEvent(new Event('error'));
    });
  };
  return { ...{ result, toggle, play, load, fail, onError } };
}

describe('a player whose connection breaks off', () => {
  it('fetches the sound anew and goes on while it is heard', () => {
    const { play, load, fail, onError } = started();
    fail();
    expect([play, load].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
    expect(heardSounds()).toEqual(['/sound.mp3']);
    expect(onError).not.toHaveBeenCalled();
  });

  it('stays silent while it is paused, and fetches the sound anew when it is asked to play', () => {
    const { result, toggle, play, load, fail, onError } = started();
    toggle();
    fail();
    expect(heardSounds()).toEqual([]);
    expect(result.current.isPlaying).toBe(false);
    expect([play, load].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    toggle();
    expect(heardSounds()).toEqual(['/sound.mp3']);
    expect([play, load].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
    expect(onError).not.toHaveBeenCalled();
  });
});
