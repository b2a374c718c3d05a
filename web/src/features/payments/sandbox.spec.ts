import { intentIdOf } from './payment-form';
import { confirmationOf, isProvidersPage } from './sandbox';

describe('confirmationOf', () => {
  it("passes the provider's own words on", () => {
    expect(confirmationOf({ error: { message: 'Your card was declined.' } })).toEqual({
      kind: 'refused',
      message: 'Your card was declined.',
    });
  });

  it.each([
    [{ error: {} }],
    [null],
    [{ status: 'requires_payment_method' }],
    [{ status: 'requires_action' }],
  ])('has words where there are none: %j', (body) => {
    expect(confirmationOf(body)).toEqual({
      kind: 'refused',
      message: 'An unexpected error occurred. Please try again.',
    });
  });

  it('is accepted when it went through, now or by an earlier press', () => {
    expect(confirmationOf({ id: 'pi_1', status: 'succeeded' })).toEqual({ kind: 'accepted' });
    const error = { message: 'already succeeded', payment_intent: { status: 'succeeded' } };
    expect(confirmationOf({ error })).toEqual({ kind: 'accepted' });
  });

  it('is open while the bank is at what an earlier press sent', () => {
    const error = { message: 'already confirmed', payment_intent: { status: 'processing' } };
    expect(confirmationOf({ error })).toEqual({ kind: 'processing' });
  });

  it('is withdrawn when the payment was cancelled meanwhile, by the server or from another page', () => {
    const error = { message: 'has a status of canceled', payment_intent: { status: 'canceled' } };
    expect(confirmationOf({ error })).toEqual({ kind: 'withdrawn' });
  });

  it('is refused although an earlier attempt still waits for the bank', () => {
    const intent = {
      status: 'requires_action',
      next_action: { redirect_to_url: { url: 'https://bank.test' } },
    };
    expect(confirmationOf({ error: { message: 'No.', payment_intent: intent } })).toEqual({
      kind: 'refused',
      message: 'No.',
    });
  });

  it("is open while the bank is at it, and leads to the bank's page", () => {
    expect(confirmationOf({ status: 'processing' })).toEqual({ kind: 'processing' });
    const next_action = { type: 'redirect_to_url', redirect_to_url: { url: 'http://localhost:12111/a' } };
    expect(confirmationOf({ status: 'requires_action', next_action })).toEqual({
      kind: 'authenticate',
      url: 'http://localhost:12111/a',
    });
  });
});

describe("the bank's page", () => {
  it.each([
    ['http://localhost:12111/authenticate/pi_1?client_secret=x', true],
    ['http://localhost:9999/authenticate/pi_1', false],
    ['javascript:alert(1)', false],
    ['/authenticate', false],
  ])('%s: %s', (url, expected) => {
    expect(isProvidersPage(url, 'http://localhost:12111')).toBe(expected);
  });
});

describe('a client secret', () => {
  it('starts with the id of its payment', () => {
    expect(intentIdOf('pi_3abc_secret_4def')).toBe('pi_3abc');
  });
});
