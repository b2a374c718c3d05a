import type { Plugin } from 'vite';
import { documentTextsOf, languageOfBuild, rootLanguage } from './language';

const ICON = { sizes: '192x192', src: '/icon-192.png', type: 'image/png' };

/** What the installed app is called and looks like, in the language of each document. */
export function manifest(): Plugin {
  return {
    name: 'manifest',
    apply: 'build',
    generateBundle() {
      const language = languageOfBuild(this.environment.name);
      const { description, manifest: text } = documentTextsOf(language);
      const source = JSON.stringify({
        id: '/',
        name: 'Split Second Contract',
        short_name: text.shortName,
        description,
        lang: language,
        start_url: '/',
        scope: '/',
        display: 'standalone',
        theme_color: '#14524a',
        background_color: '#fbf9f5',
        categories: ['business', 'productivity'],
        icons: [
          { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
          { ...ICON, purpose: 'any' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
          { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
        shortcuts: [
          { name: text.record, short_name: text.recordShort, url: '/record-voice-deal', icons: [ICON] },
        ],
      });
      const folder = language === rootLanguage ? '' : `${language}/`;
      this.emitFile({ type: 'asset', fileName: `${folder}manifest.webmanifest`, source });
    },
  };
}
