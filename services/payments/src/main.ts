import { runService } from '#platform';
import { paymentsService } from './service.js';

await runService(paymentsService);
