import { SeededRandom } from '#testing';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', 'X'];
const HEADERS = [
  [
    'content-type',
    ['application/json', 'text/plain', 'multipart/form-data', 'multipart/form-data; boundary=', '\u00e9'],
  ],
  ['content-length', ['0', '-1', '1e3', '5', '99999999999', ' 3']],
  ['transfer-encoding', ['chunked', 'identity', 'gzip, chunked', 'CHUNKED']],
  ['range', ['bytes=0-', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,2-2', 'lines=1']],
  ['authorization', ['Bearer', 'Bearer a.b.c', 'Basic YTpi', `Bearer ${'x'.repeat(4000)}`]],
  ['cookie', ['ssc_session=', 'ssc_session=a; ssc_session=b', `ssc_claim_1=${'y'.repeat(3000)}`, '=;;=']],
  ['x-forwarded-for', ['203.0.113.9', 'a, b, c', '::1', "' or 1=1"]],
  ['x-service-token', ['forged', 'a.b.c']],
  ['if-none-match', ['*', '"x"', 'W/"']],
  ['expect', ['100-continue', 'a']],
  ['accept-language', ['es', '*', 'xx;q=9']],
  ['idempotency-key', ['', 'a'.repeat(500)]],
] as const;
const BODIES = [
  '',
  '{',
  '[]',
  'null',
  '{"a":1}',
  '{"__proto__":{"isAdmin":true}}',
  '"\ud800"',
  '{"email":{"$ne":null},"password":[]}',
  `{"a":"${'x'.repeat(20_000)}"}`,
  '['.repeat(5000),
  '\0\0\0\0',
  '--x\r\nContent-Disposition: form-data; name="audio"; filename="../../a"\r\n\r\nRIFF\r\n--x--\r\n',
];
const ENDS = [
  '',
  '/',
  '?',
  '?a=%',
  '?a=%00',
  '?a[]=1&a[]=2',
  '?limit=-1',
  '?cursor=x',
  '?a=1&a=2',
  '#x',
  '%20',
  '%00',
];

/** Requests as text, over all paths of the API, of which many are no HTTP: the seed decides. */
export class HostileRequests {
  private readonly random = new SeededRandom('hostile requests');

  constructor(private readonly paths: readonly string[]) {}

  next(): string {
    const { random } = this;
    const path = this.spelled(random.pick(this.paths)) + random.pick(ENDS);
    const body = random.pick(BODIES);
    const headers = HEADERS.filter(() => random.next() < 0.25).map(
      ([name, values]) => `${random.next() < 0.2 ? name.toUpperCase() : name}: ${random.pick(values)}`,
    );
    const hasLength = headers.some((header) => /^(content-length|transfer-encoding)/i.test(header));
    if (!hasLength) headers.push(`content-length: ${Buffer.byteLength(body)}`);
    const version = random.next() < 0.95 ? 'HTTP/1.1' : random.pick(['HTTP/1.0', 'HTTP/9', '']);
    return `${random.pick(METHODS)} ${path} ${version}\r\nHost: test\r\n${headers.join('\r\n')}\r\nConnection: close\r\n\r\n${body}`;
  }

  /** The same path, some of its characters written otherwise. */
  private spelled(path: string): string {
    const { random } = this;
    const filled = path.replace(/\{[^}]+\}/g, () =>
      random.pick([
        '1',
        '0',
        '-1',
        '1000000000000000',
        'a',
        '..',
        '%2e%2e',
        '%2f',
        '%ff',
        "'",
        'null',
        'x'.repeat(300),
      ]),
    );
    if (random.next() < 0.6) return filled;
    return filled.replace(/[a-z]/g, (letter) => {
      if (random.next() >= 0.1) return letter;
      const code = `%${letter.charCodeAt(0).toString(16)}`;
      return random.next() < 0.5 ? code : code.toUpperCase();
    });
  }
}
