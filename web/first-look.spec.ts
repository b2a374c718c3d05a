import { withFirstLook } from './first-look';

const DOCUMENT = `<!doctype html><html><head>
    <meta charset="utf-8" />
    <script type="module" crossorigin src="/assets/index.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/react.js">
    <link rel="stylesheet" href="/assets/style.css">
  </head><body><div id="root"></div></body></html>`;

const LOOK = { path: '/login', html: '<h1>$& Sign In</h1>', files: ['/assets/login.js'] };

describe('a document that brings its screen along', () => {
  const filled = withFirstLook(DOCUMENT, 'start()', LOOK);
  const [head = '', body = ''] = filled.split('</head>');

  it('has the screen, which cannot be used before the app is there', () => {
    expect(body).toContain('<div id="root" inert aria-disabled="true"><h1>$& Sign In</h1></div>');
  });

  it('asks first for what it is painted with, and keeps the app for later', () => {
    expect(head).toContain('<link rel="stylesheet" href="/assets/style.css">');
    expect(head).not.toContain('.js');
    const later = /<template id="later">(.*)<\/template>/.exec(body)?.[1] ?? '';
    expect(later.match(/\/assets\/\w+\.js/g)).toEqual([
      '/assets/login.js',
      '/assets/index.js',
      '/assets/react.js',
    ]);
  });

  it('decides before anything is painted, by a script with the nonce', () => {
    expect(head.indexOf('<script nonce="__CSP_NONCE__" data-path="/login">start()</script>')).toBeGreaterThan(
      0,
    );
    expect(head.indexOf('start()')).toBeLessThan(head.indexOf('style.css'));
  });

  it.each([
    ['no place for the screen', DOCUMENT.replace('id="root"', 'id="app"')],
    ['no place for the script', DOCUMENT.replace('<meta charset="utf-8" />', '')],
    ['no app', DOCUMENT.replace(/<script.*<\/script>/, '')],
  ])('is not built from one with %s', (_what, document) => {
    expect(() => withFirstLook(document, 'start()', LOOK)).toThrow('/login');
  });
});
