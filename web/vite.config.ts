import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { precompress } from './precompress';

const gateway = 'http://localhost:8080';

/** Asks for the two fonts together with the first document, not after the style sheet. */
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
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head' as const,
          })),
    },
  };
}

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFonts(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
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
              test: /web\/src\/(lib\/|i18n\/en\.ts|i18n\/en\.record|components\/ui\/(badge|button|card|notice|skeleton|spinner|field)|components\/layout\/page|features\/(transcript\/|payments\/price))/,
            },
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
