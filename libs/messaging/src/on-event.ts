import { Catch, type RpcExceptionFilter, UseFilters } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type Observable, throwError } from 'rxjs';
import type { EventDefinition, EventEnvelope } from '#contracts';

/** What the transport strategy reads from a handler. */
export interface HandlerExtras {
  definition: EventDefinition;
  /** With the service's name it is the queue's name. */
  handler: string;
}

/** Nest's own filter would replace every error by "Internal server error" before the strategy could tell them apart. */
@Catch()
class RethrowFilter implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * Subscribes a method to an event. The method gets the whole envelope; it is acknowledged when the promise resolves.
 * @param queue what its queue is called behind the service's name, where that is older than the method's name: a queue
 * is shared with copies of other releases. Else it is the method's name in kebab-case.
 */
export function OnEvent<Data extends object>(definition: EventDefinition<Data>, queue?: string) {
  return <Result>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<(event: EventEnvelope<Data>) => Promise<Result>>,
  ): void => {
    const handler = queue ?? key.replace(/([A-Z])/g, (letter) => `-${letter.toLowerCase()}`);
    const extras: HandlerExtras = { definition, handler };
    (EventPattern(definition.routingKey, extras as unknown as Record<string, unknown>) as MethodDecorator)(
      target,
      key,
      descriptor,
    );
    (UseFilters(RethrowFilter) as MethodDecorator)(target, key, descriptor);
  };
}
