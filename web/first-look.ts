import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { languageOfBuild, rootLanguage, textsIn } from './language';
import { buildInMemory, oneScript } from './one-script';
import type { Language } from './src/i18n/languages';

/** Addresses whose document brings its screen along, and the screen: the same for all who come for the first time. */
const FIRST_LOOKS: Readonly<Record<string, string>> = {
  '/': 'home',
  '/how-it-works': 'home',
  '/record-voice-deal': 'record-voice-deal',
  '/login': 'login',
};

/** What a document asks for to become the app. */
const APP_TAGS = /\s*<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g;

interface FirstLook {
  path: string;
  /** The screen as it is drawn first. */
  html: string;
  /** Addresses of the files that the screen needs besides those that the document names. */
  files: readonly string[];
}

/** A built document with its screen in it, which asks for the app only after that is painted. */
export function withFirstLook(document: string, start: string, { path, html, files }: FirstLook): string {
  const preloads = files.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`);
  const app = [...preloads, ...(document.match(APP_TAGS) ?? []).map((tag) => tag.trim())].join('');
  const filled = document
    .replace(APP_TAGS, '')
    .replace(
      '<meta charset="utf-8" />',
      (meta) => `${meta}<script nonce="__CSP_NONCE__" data-path="${path}">${start}</script>`,
    )
    .replace(
      '<div id="root"></div>',
      () => `<div id="root" inert aria-disabled="true">${html}</div><template id="later">${app}</template>`,
    );
  if (!filled.includes(start) || !filled.includes(html) || !app.includes('<script')) {
    throw new Error(`The document has no place for what ${path} looks like.`);
  }
  return filled;
}

type Draw = (path: string) => Promise<string>;

/** The app as a program that draws screens without a browser. */
async function buildDraw(root: string, language: Language): Promise<Draw> {
  const code = await buildInMemory(root, {
    plugins: [textsIn(language, root), react()],
    build: {
      ssr: resolve(root, 'src/prerender.tsx'),
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  // Where its imports are found.
  const folder = resolve(root, '../node_modules/.cache/first-look');
  const file = join(folder, `${language}-${process.pid}.mjs`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, code);
  try {
    const { draw } = (await import(pathToFileURL(file).href)) as { draw: Draw };
    return draw;
  } finally {
    await rm(file);
  }
}

/** Writes `first-looks.json` beside each document: address → the document with what is seen there first. */
export function firstLooks(): Plugin {
  let root = '';
  return {
    name: 'first-looks',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
    },
    async writeBundle(options) {
      const language = languageOfBuild(this.environment.name);
      const folder = join(options.dir ?? 'dist', language === rootLanguage ? '' : language);
      const document = await readFile(join(folder, 'index.html'), 'utf8');
      const files = JSON.parse(await readFile(join(folder, 'screens.json'), 'utf8')) as Record<
        string,
        string[]
      >;
      const start = (await oneScript(root, 'src/app/start.ts')).trim();
      const draw = await buildDraw(root, language);
      const documents: Record<string, string> = {};
      for (const [path, screen] of Object.entries(FIRST_LOOKS)) {
        const look = { path, html: await draw(path), files: files[screen] ?? [] };
        documents[path] = withFirstLook(document, start, look);
      }
      await writeFile(join(folder, 'first-looks.json'), JSON.stringify(documents));
    },
  };
}
