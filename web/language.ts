import { resolve } from 'node:path';
import type { EnvironmentOptions, Plugin, UserConfig } from 'vite';
import { documentTexts as english } from './src/i18n/en/document';
import { documentTexts as spanish } from './src/i18n/es/document';
import { type Language, languages } from './src/i18n/languages';

const DOCUMENTS: Record<Language, typeof english> = { en: english, es: spanish };
export const [{ code: rootLanguage }] = languages;

function isLanguage(name: string | undefined): name is Language {
  return languages.some(({ code }) => code === name);
}

/** The language that a build environment is for; the root's own is called `client`. */
export function languageOfBuild(environment: string): Language {
  return isLanguage(environment) ? environment : rootLanguage;
}

/** What a document of the language says about itself. */
export function documentTextsOf(language: Language): typeof english {
  return DOCUMENTS[language];
}

/** The document in a language: its `lang`, and the catalogue's words in the place of `%name%`. */
function inLanguage(html: string, language: Language): string {
  const texts: Readonly<Record<string, unknown>> = DOCUMENTS[language];
  const folder = language === rootLanguage ? '/' : `/${language}/`;
  const named = html
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace('href="/manifest.webmanifest"', `href="${folder}manifest.webmanifest"`);
  return named.replace(/%([a-z]+)%/g, (whole, name: string) => {
    const text = texts[name];
    return typeof text === 'string' ? text.replaceAll('&', '&amp;').replaceAll('"', '&quot;') : whole;
  });
}

/** The file behind `#texts/x`; nothing for other imports. */
function textsFile(id: string, root: string, language: Language): string | undefined {
  const name = /^#texts\/([\w-]+)$/.exec(id)?.[1];
  return name && resolve(root, 'src/i18n', language, `${name}.ts`);
}

/** `#texts/x` in one language. */
export function textsIn(language: Language, root: string): Plugin {
  return { name: 'texts', enforce: 'pre', resolveId: (id) => textsFile(id, root, language) };
}

/**
 * Builds one document per language from the same sources: the first language at the root, every other one in a folder
 * of its name, all files in one `assets`. `#texts/x` is the catalogue of the document's language, so no document
 * carries words of another one. The development server speaks the first language, or `WEB_LANGUAGE`.
 */
export function languageDocuments(): Plugin {
  const served = process.env.WEB_LANGUAGE;
  const languageOf = (environment: string): Language => {
    if (isLanguage(environment)) return environment;
    return isLanguage(served) ? served : rootLanguage;
  };
  let isBuild = false;
  let root = '';

  return {
    name: 'language-documents',
    enforce: 'pre',
    config: (_config, { command }) => (command === 'build' ? buildInTurn() : undefined),
    configResolved(config) {
      isBuild = config.command === 'build';
      root = config.root;
    },
    resolveId(id) {
      return textsFile(id, root, languageOf(this.environment.name));
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => (isBuild ? html : inLanguage(html, languageOf('client'))),
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const document = bundle['index.html'];
        if (document?.type !== 'asset') this.error('the build has no document');
        const language = languageOfBuild(this.environment.name);
        const fileName = language === rootLanguage ? 'index.html' : `${language}/index.html`;
        delete bundle['index.html'];
        this.emitFile({ type: 'asset', fileName, source: inLanguage(String(document.source), language) });
      },
    },
  };
}

/** The root's own document last: while it is not there, the build is not complete. */
function buildInTurn(): UserConfig {
  const others = languages.map(({ code }) => code).filter((code) => code !== rootLanguage);
  const environments: Record<string, EnvironmentOptions> = { client: { build: { emptyOutDir: false } } };
  others.forEach((code, at) => {
    environments[code] = { consumer: 'client', build: { emptyOutDir: at === 0, copyPublicDir: false } };
  });
  return {
    environments,
    builder: {
      async buildApp(builder) {
        for (const name of [...others, 'client']) {
          const environment = builder.environments[name];
          if (environment) await builder.build(environment);
        }
      },
    },
  };
}
