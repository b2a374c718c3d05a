import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { budgets } from './budgets';
import { firstLooks } from './first-look';
import { icons } from './icons';
import { languageDocuments } from './language';
import { manifest } from './manifest';
import { offline } from './offline';
import { precompress } from './precompress';
import { screenFiles } from './screen-files';

const gateway = 'http://localhost:8080';

/**
 * Asks for the two fonts together with the first document, behind what draws it: text that appears in a stand-in first
 * may move by a line when they come.
 */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/${file}`,
              crossorigin: true,
              fetchpriority: 'low',
            },
            injectTo: 'head' as const,
          })),
    },
  };
}

export default defineConfig({
  plugins: [
    languageDocuments(),
    react(),
    tailwindcss(),
    preloadFonts(),
    budgets(),
    screenFiles(),
    icons(),
    manifest(),
    offline(),
    precompress(),
    firstLooks(),
  ],
  build: {
    outDir: 'dist',
    // All of the browsers below know `modulepreload` themselves.
    modulePreload: { polyfill: false },
    // The content policy allows no data: scripts or fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What never changes between our releases stays in the browser's cache.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // Small pieces that nearly every screen uses: one request instead of ten.
            {
              name: 'shared',
              test: /web\/src\/(lib\/(?!name-and-email|waker|browser\/files|api\/(server-data|pages|upload)|session\/(logout|pending-checkout|with-password))|i18n\/[a-z]+\/(document|shell)\.ts|components\/ui\/(badge|button|card|notice|skeleton|spinner)|components\/layout\/page|features\/payments\/price)/,
            },
            // What reads and keeps data of the server, and forms: for all screens but the first ones.
            {
              name: 'data',
              test: /node_modules\/@tanstack\/|web\/src\/(lib\/(api\/(server-data|pages)|session\/(pending-checkout|with-password))|components\/ui\/field)/,
            },
            // What most screens after the first one say, and how they check what was typed.
            {
              name: 'texts',
              test: /web\/src\/(i18n\/[a-z]+\/common|lib\/name-and-email)\.ts$/,
            },
            // What the home page draws below its first screen: one request instead of six.
            {
              name: 'icons',
              test: /node_modules\/lucide-react\/dist\/esm\/icons\/(camera|chevron-down|clock|download|file-text|shield-check)\./,
            },
            // Hearing and sending off, for the screens that have a recording.
            { name: 'player', test: /web\/src\/(features\/player\/|lib\/(api\/upload|waker))/ },
          ],
        },
      },
    },
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
  },
  server: {
    proxy: { '/api': { target: gateway }, '/socket.io': { target: gateway, ws: true } },
  },
});
