import { runService } from '#platform';
import { notificationsService } from './service.js';

await runService(notificationsService);
