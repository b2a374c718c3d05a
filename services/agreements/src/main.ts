import { runService } from '#platform';
import { agreementsService } from './service.js';

await runService(agreementsService);
