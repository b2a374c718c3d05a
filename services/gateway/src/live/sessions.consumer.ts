import { Controller } from '@nestjs/common';
import { type EventEnvelope, type SessionsEnded, sessionsEnded } from '#contracts';
import { OnEvent } from '#messaging';
import { LiveGateway } from './live.gateway.js';

/** Ended sessions are refused at once, by every gateway. Told twice, they stay ended. */
@Controller()
export class SessionsConsumer {
  constructor(private readonly live: LiveGateway) {}

  @OnEvent(sessionsEnded)
  async endSessions(event: EventEnvelope<SessionsEnded>): Promise<void> {
    this.live.endSessions(event.data.sessionIds);
  }
}
