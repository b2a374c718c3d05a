import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { noteLoss } from '../lib/browser/leaving';
import { answer } from '../testing/api';
import { loadedPages } from '../testing/browser';
import { ErrorBoundary } from './error-screen';

function GoneSinceARelease(): never {
  throw new TypeError(
    'Failed to fetch dynamically imported module: https://example.test/assets/contact-1.js',
  );
}

const show = () =>
  render(
    <ErrorBoundary path="/contact">
      <GoneSinceARelease />
    </ErrorBoundary>,
  );

describe('a screen whose code did not arrive', () => {
  beforeEach(() => {
    sessionStorage.clear();
    // What React and the screen say of an error.
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    answer('POST /api/page-errors');
  });

  afterEach(() => jest.restoreAllMocks());

  it('loads the page anew, once in a minute', () => {
    show().unmount();
    expect(loadedPages()).toEqual(['reload']);
    show();
    expect(loadedPages()).toEqual(['reload']);
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  });

  it.each(['recording', 'unkept', 'memory', 'sending'] as const)(
    'does not while somebody would lose something: %s',
    (loss) => {
      const end = noteLoss(loss);
      show();
      expect(loadedPages()).toEqual([]);
      expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
      end();
    },
  );
});
