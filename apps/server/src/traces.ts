import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';

// Spans go to the SDK that the operator loads with `--import`. Without one, all of this does nothing.
const tracer = trace.getTracer('svc');

interface SpanFacts {
  kind?: SpanKind;
  attributes?: Attributes;
}

/** Does the work in a span, which has the error that the work throws. */
export async function inSpan<Answer>(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {} }: SpanFacts,
  work: (span: Span) => Promise<Answer>,
): Promise<Answer> {
  return tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      // An error's message may quote what a client sent.
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
      throw error;
    } finally {
      span.end();
    }
  });
}

/**
 * Does the work in a span of one statement. The text has no values: they are bound. Null: a library makes the text.
 * Statements outside of a request or a job, such as those of a start, make no traces of their own.
 */
export function inStatementSpan<Answer>(
  sql: string | null,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (trace.getActiveSpan()?.isRecording() !== true) return work();
  const [operation] = /^\s*\w+/.exec(sql ?? '') ?? ['statement'];
  const attributes = {
    'db.system.name': 'postgresql',
    ...(sql === null ? {} : { 'db.query.text': sql }),
  };
  return inSpan(`postgresql ${operation.trim()}`, { kind: SpanKind.CLIENT, attributes }, work);
}

/** The span of a request, which goes on with the trace that its headers name. */
export interface RequestSpan {
  context: Context;
  span: Span;
}

export function startRequestSpan(method: string, headers: Record<string, unknown>): RequestSpan {
  const parent = propagation.extract(context.active(), headers);
  const attributes = { 'http.request.method': method };
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
  return { span, context: trace.setSpan(parent, span) };
}

export function endRequestSpan({ span }: RequestSpan, facts: RequestFacts): void {
  span.updateName(`${facts.method} ${facts.route}`);
  span.setAttributes({ 'http.route': facts.route, 'http.response.status_code': facts.status });
  if (facts.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

interface RequestFacts {
  method: string;
  route: string;
  status: number;
}
