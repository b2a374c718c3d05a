import { runService } from '#platform';
import { authService } from './service.js';

await runService(authService);
