import { registerHooks } from 'node:module';

// Lets Node run the sources directly: they import `./a.js`, where only `./a.ts` is there.
registerHooks({
  resolve(specifier, context, next) {
    try {
      return next(specifier, context);
    } catch (error) {
      if (!specifier.endsWith('.js')) throw error;
      return next(specifier.replace(/\.js$/, '.ts'), context);
    }
  },
});
