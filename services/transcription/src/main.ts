import { runService } from '#platform';
import { transcriptionService } from './service.js';

await runService(transcriptionService);
