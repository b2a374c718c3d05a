const { TestEnvironment } = require('jest-environment-jsdom');

// Dates are shown in the reader's zone: of a test it is this one, on every machine.
process.env.TZ = 'UTC';

/** A DOM, with the parts of fetch that jsdom lacks: they are Node's own, the calls themselves are answered by the test. */
module.exports = class ComponentEnvironment extends TestEnvironment {
  constructor(...args) {
    super(...args);
    Object.assign(this.global, {
      Response,
      Headers,
      ReadableStream,
      TextEncoder,
      TextDecoder,
      structuredClone,
    });
  }
};
