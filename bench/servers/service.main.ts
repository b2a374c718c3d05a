import { startService } from '#platform';
import { reportTo } from './probe.js';

/** Only the one that is asked for is loaded: a process holds what it would hold in production. */
const start = {
  agreements: async () => {
    const { agreementsService } = await import('../../services/agreements/src/service.js');
    return startService(agreementsService, process.env);
  },
  auth: async () => {
    const { authService } = await import('../../services/auth/src/service.js');
    return startService(authService, process.env);
  },
  gateway: async () => {
    const { gatewayService } = await import('../../services/gateway/src/service.js');
    return startService(gatewayService, process.env);
  },
  payments: async () => {
    const { paymentsService } = await import('../../services/payments/src/service.js');
    return startService(paymentsService, process.env);
  },
  transcription: async () => {
    const { transcriptionService } = await import('../../services/transcription/src/service.js');
    return startService(transcriptionService, process.env);
  },
};

/** One service with its real start, as a process of its own. */
const service = await start[process.argv[2] as keyof typeof start]();
reportTo(service.url, () => service.close());
