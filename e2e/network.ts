import type { BaseConfig, ServiceDefinition } from '#platform';
import { type Network, type NetworkService, startNetwork } from '#testing';
import { migrate as migrateAgreements } from '../services/agreements/src/migrate.js';
import { agreementsService } from '../services/agreements/src/service.js';
import { migrate as migrateAuth } from '../services/auth/src/migrate.js';
import { authService } from '../services/auth/src/service.js';
import { gatewayService } from '../services/gateway/src/service.js';
import { migrate as migrateNotifications } from '../services/notifications/src/migrate.js';
import { notificationsService } from '../services/notifications/src/service.js';
import { migrate as migratePayments } from '../services/payments/src/migrate.js';
import { paymentsService } from '../services/payments/src/service.js';
import { migrate as migrateTranscription } from '../services/transcription/src/migrate.js';
import { transcriptionService } from '../services/transcription/src/service.js';

function part<Config extends BaseConfig>(
  definition: ServiceDefinition<Config>,
  migrate?: (databaseUrl: string) => Promise<unknown>,
): NetworkService {
  return {
    definition: definition as unknown as ServiceDefinition<BaseConfig>,
    ...(migrate ? { migrate } : {}),
  };
}

/** The whole product in this process. */
export function startProduct(overrides: Record<string, string> = {}): Promise<Network> {
  return startNetwork(
    {
      auth: part(authService, migrateAuth),
      agreements: part(agreementsService, migrateAgreements),
      payments: part(paymentsService, migratePayments),
      transcription: part(transcriptionService, migrateTranscription),
      notifications: part(notificationsService, migrateNotifications),
      gateway: part(gatewayService),
    },
    overrides,
  );
}
