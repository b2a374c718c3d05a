import type { Plugin } from 'vite';
import { filesOfScreens, type Output } from './budgets';

/**
 * Writes `screens.json` beside each document: for each screen the files that it needs besides those that the document
 * names. The gateway tells browsers of them together with the document, so that nothing waits for a file to name the next.
 */
export function screenFiles(): Plugin {
  return {
    name: 'screen-files',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = filesOfScreens(bundle as unknown as Readonly<Record<string, Output>>);
        const folder = this.environment.name === 'client' ? '' : `${this.environment.name}/`;
        this.emitFile({ type: 'asset', fileName: `${folder}screens.json`, source: JSON.stringify(files) });
      },
    },
  };
}
