import { Module } from '@nestjs/common';
import { ServiceClient, ServiceTokens } from '#platform';
import { AgreementsConfig } from './config.js';

/** Asks payments. A token is for one service, so each has a client of its own. */
export abstract class PaymentsClient extends ServiceClient<'payments'> {}

/** The services that this one asks: `ServiceClient` is transcription. */
@Module({
  providers: [
    {
      provide: PaymentsClient,
      inject: [AgreementsConfig, ServiceTokens],
      useFactory: (config: AgreementsConfig, tokens: ServiceTokens) =>
        new ServiceClient(config.paymentsUrl, tokens, 'agreements', 'payments'),
    },
    {
      provide: ServiceClient,
      inject: [AgreementsConfig, ServiceTokens],
      useFactory: (config: AgreementsConfig, tokens: ServiceTokens) =>
        new ServiceClient(config.transcriptionUrl, tokens, 'agreements', 'transcription'),
    },
  ],
  exports: [PaymentsClient, ServiceClient],
})
export class ServiceClientsModule {}
