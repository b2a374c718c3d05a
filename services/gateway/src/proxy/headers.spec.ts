import { requestHeaders, responseHeaders } from './headers.js';

describe('headers of a request', () => {
  it('pass only when listed', () => {
    expect(
      requestHeaders(
        {
          accept: 'application/json',
          range: 'bytes=0-1',
          'content-type': 'application/json',
          'stripe-signature': 't=1',
          'x-account-id': '17',
          'x-upload-token': 'u',
          host: 'evil.test',
          authorization: 'Bearer x',
          'accept-encoding': 'gzip',
          connection: 'x-service-token',
          te: 'trailers',
          upgrade: 'websocket',
          expect: '100-continue',
          'proxy-authorization': 'x',
          'x-http-method-override': 'DELETE',
          'x-unattended': '1',
        },
        {},
        'agreements',
      ),
    ).toEqual({
      accept: 'application/json',
      range: 'bytes=0-1',
      'content-type': 'application/json',
      'stripe-signature': 't=1',
      'x-account-id': '17',
      'x-upload-token': 'u',
    });
  });

  it('never carry an identity that the client made up', () => {
    const made = {
      'x-service-token': 'forged',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
      forwarded: 'for=127.0.0.1',
      'x-real-ip': '127.0.0.1',
      'x-user-id': '1',
      'x-user-role': 'admin',
      'x-correlation-id': 'made-up-by-client',
      traceparent: 'x',
    };
    const own = { 'x-service-token': 'ours', 'x-forwarded-for': '203.0.113.1' };
    expect(requestHeaders(made, own, 'payments')).toEqual(own);
  });

  it('carry claims, and not the session', () => {
    const cookie =
      'ssc_session=secret; ssc_admin=secret; ssc_claim_1234567890123456=abc; other=1; ssc_claim_2=def';
    expect(requestHeaders({ cookie }, {}, 'agreements')).toEqual({
      cookie: 'ssc_claim_1234567890123456=abc; ssc_claim_2=def',
    });
    expect(requestHeaders({ cookie: 'ssc_session=secret; xssc_claim_1=a' }, {}, 'agreements')).toEqual({});
  });
});

describe('the mark of a known device', () => {
  it('passes to auth only', () => {
    const cookie = 'ssc_session=secret; ssc_device=7.1.n.s; ssc_devices=x';
    expect(requestHeaders({ cookie }, {}, 'auth')).toEqual({ cookie: 'ssc_device=7.1.n.s' });
    expect(requestHeaders({ cookie }, {}, 'payments')).toEqual({});
  });
});

describe('headers of an answer', () => {
  it('pass only when listed', () => {
    expect(
      responseHeaders({
        'content-type': 'audio/mpeg',
        'content-range': 'bytes 0-1/2',
        'set-cookie': ['a=1', 'b=2'],
        'x-next-cursor': 'MQ',
        server: 'x',
        'x-powered-by': 'x',
        'access-control-allow-origin': '*',
        location: 'http://10.0.0.1/',
        'x-service-token': 'x',
      }),
    ).toEqual({
      'content-type': 'audio/mpeg',
      'content-range': 'bytes 0-1/2',
      'set-cookie': ['a=1', 'b=2'],
      'x-next-cursor': 'MQ',
    });
  });
});
