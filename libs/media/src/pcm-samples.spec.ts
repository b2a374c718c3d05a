import { PcmSamples } from './pcm-samples.js';

it('reads the same samples wherever the pieces are cut', () => {
  const values = [0, 1, -1, 255, 256, -256, 32_767, -32_768];
  const whole = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => {
    whole.writeInt16LE(value, index * 2);
  });
  for (const size of [1, 2, 3, 5, 16]) {
    const pcm = new PcmSamples();
    const read: number[] = [];
    for (let i = 0; i < whole.length; i += size) read.push(...pcm.read(whole.subarray(i, i + size)));
    expect(read).toEqual(values);
  }
});

it('keeps the second half of a sample that never came to itself', () => {
  expect([...new PcmSamples().read(Buffer.from([1, 0, 2]))]).toEqual([1]);
});
