import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

type Oklch = readonly [lightness: number, chroma: number, hue: number];

/** A colour of the tokens in both themes. */
function colour(name: string): Record<'light' | 'dark', Oklch> {
  const line = new RegExp(`--${name}: light-dark\\(oklch\\(([^)]+)\\), oklch\\(([^)]+)\\)\\)`).exec(css);
  if (!line) throw new Error(`--${name} is not among the tokens`);
  const [light, dark] = line.slice(1).map((numbers): Oklch => {
    const [lightness, chroma, hue] = numbers.split(' ').map(Number);
    if (lightness === undefined || chroma === undefined || hue === undefined) throw new Error(numbers);
    return [lightness, chroma, hue];
  });
  if (!light || !dark) throw new Error(`--${name} has one theme`);
  return { light, dark };
}

/** Relative luminance as WCAG defines it; Oklab to linear sRGB as https://bottosson.github.io/posts/oklab gives it. */
function luminance([lightness, chroma, hue]: Oklch): number {
  const angle = (hue / 180) * Math.PI;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const within = (value: number) => Math.min(1, Math.max(0, value));
  const red = within(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = within(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = within(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Oklch, other: Oklch): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

it('white on black is 21 : 1', () => {
  expect(contrast([1, 0, 0], [0, 0, 0])).toBeCloseTo(21, 1);
});

// What axe does not look at: strokes. 3 : 1 is what WCAG 1.4.11 asks of graphics.
describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each([
    ['the waveform that is not played yet, on a card', 'field', 'surface'],
    ['the waveform that is not played yet, on the page', 'field', 'paper'],
    ['the part that was heard', 'accent', 'surface'],
  ])('%s is seen', (_what, stroke, ground) => {
    expect(contrast(colour(stroke)[theme], colour(ground)[theme])).toBeGreaterThanOrEqual(3);
  });
});

it('the waveform is drawn in the colours that are compared here', () => {
  const drawing = readFileSync(join(import.meta.dirname, '../features/player/waveform.tsx'), 'utf8');
  expect([...drawing.matchAll(/className="stroke-(\w+)"/g)].map(([, name]) => name)).toEqual([
    'field',
    'accent',
  ]);
});
