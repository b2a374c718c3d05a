import { Module } from '@nestjs/common';
import { ServiceClient, ServiceTokens } from '#platform';
import { AgreementsConfig } from './config.js';

/** Asks payments. A token is for one service, so each has a client of its own. */
export abstract class PaymentsClient extends ServiceClient<'payments'> {}

/** Asks transcription. */
export abstract class TranscriptionClient extends ServiceClient<'transcription'> {}

/** The services that this one asks. */
@Module({
  providers: [
    {
      provide: PaymentsClient,
      inject: [AgreementsConfig, ServiceTokens],
      useFactory: (config: AgreementsConfig, tokens: ServiceTokens) =>
        new ServiceClient(config.paymentsUrl, tokens, 'agreements', 'payments'),
    },
    {
      provide: TranscriptionClient,
      inject: [AgreementsConfig, ServiceTokens],
      useFactory: (config: AgreementsConfig, tokens: ServiceTokens) =>
        new ServiceClient(config.transcriptionUrl, tokens, 'agreements', 'transcription'),
    },
  ],
  exports: [PaymentsClient, TranscriptionClient],
})
export class ServiceClientsModule {}
