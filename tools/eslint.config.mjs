// What n8n's gate lints is what is published. `npm run lint` reads this folder by tools/lint/eslint.config.mjs.
export default [{ ignores: ['**'] }];
