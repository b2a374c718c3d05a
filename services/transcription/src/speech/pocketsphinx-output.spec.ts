import { PocketSphinxOutput } from './pocketsphinx-output.js';

const OUTPUT = `what your country
<s> 5.300 5.340 0.999200
what 5.350 5.600 0.285662
your(2) 5.610 5.850 0.709042
<sil> 5.860 5.900 0.5
[NOISE] 5.860 5.900 0.5
++COUGH++ 5.900 5.950 0.5
country 5.960 6.420 1.000300
</s> 7.680 7.950 1.000000

<s> 8.000 8.100 1.000000
<sil> 8.110 8.400 0.9
</s> 8.410 8.500 1.000000
can do
<s> 9.000 9.100 1.0
can 9.110 9.500 0.000001
do 9.510 9.800 1.000000
</s> 9.810 10.000 1.000000
`;

describe('PocketSphinxOutput', () => {
  it('makes one segment per utterance, without fillers and variant numbers', () => {
    const output = new PocketSphinxOutput();
    expect(output.write(Buffer.from(OUTPUT))).toBe(10);
    expect(output.finish()).toEqual([
      {
        start: 5.35,
        end: 6.42,
        text: 'what your country',
        speaker: null,
        confidence: 0.587,
        words: [
          { start: 5.35, end: 5.6, text: 'what', confidence: 0.286 },
          { start: 5.61, end: 5.85, text: 'your', confidence: 0.709 },
          { start: 5.96, end: 6.42, text: 'country', confidence: 1 },
        ],
      },
      {
        start: 9.11,
        end: 9.8,
        text: 'can do',
        speaker: null,
        confidence: 0.032,
        words: [
          { start: 9.11, end: 9.5, text: 'can', confidence: 0 },
          { start: 9.51, end: 9.8, text: 'do', confidence: 1 },
        ],
      },
    ]);
  });

  it('does not care where the pieces are cut', () => {
    const output = new PocketSphinxOutput();
    const whole = new PocketSphinxOutput();
    whole.write(Buffer.from(OUTPUT));
    for (const byte of Buffer.from(OUTPUT.trimEnd())) output.write(Buffer.from([byte]));
    expect(output.finish()).toEqual(whole.finish());
  });

  it('has nothing to say about nothing', () => {
    expect(new PocketSphinxOutput().finish()).toEqual([]);
  });
});
