import { Module } from '@nestjs/common';

export { policyOf, securityHeaders } from './security-headers.js';
export { registerDocs, registerWeb } from './web.plugin.js';

/** The built web app, the documents of the API, and the security headers of every answer: plugins of Fastify. */
@Module({})
export class WebModule {}
