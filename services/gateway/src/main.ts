import { runService } from '#platform';
import { gatewayService } from './service.js';

await runService(gatewayService);
