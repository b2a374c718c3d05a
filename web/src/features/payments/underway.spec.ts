import { parseUnderway } from './underway';

describe('what is being paid', () => {
  it('comes back as it was kept', () => {
    const order = {
      kind: 'order',
      agreementId: '1234567890123456',
      type: 'manual_transcription',
      payPath: '/checkout?service=manual-transcription',
    };
    expect(parseUnderway(JSON.stringify(order))).toEqual(order);
    const subscription = { kind: 'subscription', payPath: '/subscribe' };
    expect(parseUnderway(JSON.stringify(subscription))).toEqual(subscription);
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['no object', 'null'],
    ['an unknown kind', '{"kind":"gift","payPath":"/checkout"}'],
    ['an order of nothing', '{"kind":"order","type":"contract","payPath":"/checkout"}'],
    ['an unknown type', '{"kind":"order","agreementId":"1","type":"gift","payPath":"/checkout"}'],
    ['a way to another site', '{"kind":"subscription","payPath":"//evil.test"}'],
  ])('is nothing for %s', (_name, text) => {
    expect(parseUnderway(text)).toBeNull();
  });
});
