const currentTest = () => expect.getState().currentTestName;
/** In which tests the timers of the first one have run. */
const ranIn = new Set<string | undefined>();

describe('timers', () => {
  it('run within their test', async () => {
    setInterval(() => ranIn.add(currentTest()), 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect([...ranIn]).toEqual([currentTest()]);
  });

  it('that a test leaves behind do not run into the next one', async () => {
    // Set later and due later: those of the test before would have come first.
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect([...ranIn]).not.toContain(currentTest());
  });
});
