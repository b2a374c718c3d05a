import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { heardSounds } from '../../testing/browser';
import { usePlayer } from './use-player';

afterEach(() => jest.restoreAllMocks());

/** A player that was started, with its audio element and what was asked of that. */
function started() {
  const play = jest.spyOn(HTMLMediaElement.prototype, 'play');
  const load = jest.spyOn(HTMLMediaElement.prototype, 'load');
  const [onError, onPlaying] = [jest.fn(), jest.fn()];
  const { result } = renderHook(() => usePlayer({ src: '/sound.mp3', onError, onPlaying }));
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
  return { ...{ result, element, toggle, play, load, fail, onError, onPlaying } };
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

describe('that something is playing', () => {
  it('is told once for each time that it begins, not after a seek or a wait', () => {
    const { result, element, toggle, onPlaying } = started();
    expect(onPlaying).toHaveBeenCalledTimes(1);
    const goOn = () => act(() => void element.dispatchEvent(new Event('playing')));
    // As browsers do behind a seek, and once what was missing has come.
    act(() => result.current.seek(5, true));
    goOn();
    act(() => result.current.seek(10));
    goOn();
    expect(onPlaying).toHaveBeenCalledTimes(1);
    toggle();
    act(() => result.current.seek(3, true));
    goOn();
    expect(onPlaying).toHaveBeenCalledTimes(2);
    toggle();
    toggle();
    expect(onPlaying).toHaveBeenCalledTimes(3);
  });
});
