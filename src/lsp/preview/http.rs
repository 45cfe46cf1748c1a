//! The HTTP server of the preview.

use std::convert::Infallible;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full, Limited, StreamBody};
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue,
};
use hyper::http::request::Parts;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tower_lsp::Client;

use super::access::Access;
use super::calls::PageCall;
use super::events::events;
use crate::lsp::session::{Server, Shared};
use crate::project::reason;

/// The page, built from `editors/web/preview`.
const PAGE: &str = include_str!("page/index.html");
const SCRIPT: &str = include_str!("page/preview.js");
const STYLE: &str = include_str!("page/style.css");
const ICON: &str = include_str!("page/icon.svg");

/// Nothing but the files of the page itself is loaded, and no script is inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// The maximum length of a request of the page in bytes.
const LONGEST: usize = 1 << 20;

/// The time to send the head of a request, and the time to send its body.
const PATIENCE: Duration = Duration::from_secs(10);

/// The time to wait after a connection could not be accepted.
const PAUSE: Duration = Duration::from_millis(100);

type Body = UnsyncBoxBody<Bytes, Infallible>;

/// The preview of a session.
struct Site {
    server: Server,
    access: Access,
}

/// Serves the preview until the end of the session. Returns its address, or why it does not start.
pub(super) async fn start(
    client: Client,
    shared: Arc<Shared>,
    port: u16,
) -> Result<String, String> {
    let (listener, access) = listen(port).await?;
    let address = access.address();
    let server = Server::new(client, shared);
    spawn_accepting(listener, Site { server, access });
    Ok(address)
}

fn spawn_accepting(listener: TcpListener, site: Site) {
    tokio::spawn(accept(listener, Arc::new(site)));
}

async fn accept(listener: TcpListener, site: Arc<Site>) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => drop(tokio::spawn(serve(Arc::clone(&site), stream))),
            Err(error) => {
                tracing::warn!("the preview cannot accept a connection: {error}");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

/// Listens on a port of the loopback interface. Fails with a reason.
async fn listen(port: u16) -> Result<(TcpListener, Access), String> {
    let failure = |reason: String| format!("cannot start the preview: {reason}");
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await;
    let listener = listener.map_err(|error| failure(reason(&error)))?;
    let port = listener.local_addr().map_err(|error| failure(reason(&error)))?.port();
    let access = Access::new(port).map_err(|error| failure(error.to_string()))?;
    Ok((listener, access))
}

async fn serve(site: Arc<Site>, stream: TcpStream) {
    let respond = service_fn(|request| {
        let site = Arc::clone(&site);
        async move { Ok::<_, Infallible>(site.respond(request).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .serve_connection(TokioIo::new(stream), respond);
    if let Err(error) = connection.await {
        tracing::debug!("a connection to the preview ended: {error}");
    }
}

impl Site {
    async fn respond(&self, request: Request<Incoming>) -> Response<Body> {
        let (head, body) = request.into_parts();
        let Some(path) = self.access.admit(&head) else {
            return status(StatusCode::FORBIDDEN);
        };
        match (&head.method, path) {
            (&Method::GET, "") => file("text/html; charset=utf-8", PAGE),
            (&Method::GET, "preview.js") => file("text/javascript; charset=utf-8", SCRIPT),
            (&Method::GET, "style.css") => file("text/css; charset=utf-8", STYLE),
            (&Method::GET, "icon.svg") => file("image/svg+xml", ICON),
            (&Method::GET, "events") => {
                let events = StreamBody::new(events(Arc::clone(&self.server.shared)));
                response(StatusCode::OK, "text/event-stream", BodyExt::boxed_unsync(events))
            }
            (&Method::POST, "call") => self.call(&head, body).await,
            (_, "" | "preview.js" | "style.css" | "icon.svg" | "events" | "call") => {
                status(StatusCode::METHOD_NOT_ALLOWED)
            }
            _ => status(StatusCode::NOT_FOUND),
        }
    }

    /// Passes a request of the page to its handler.
    async fn call(&self, head: &Parts, body: Incoming) -> Response<Body> {
        let is_json = head.headers.get(CONTENT_TYPE) == Some(&HeaderValue::from_static(JSON));
        if !is_json {
            return status(StatusCode::UNSUPPORTED_MEDIA_TYPE);
        }
        let whole = Limited::new(body, LONGEST).collect();
        let body = match tokio::time::timeout(PATIENCE, whole).await {
            Ok(Ok(body)) => body,
            Ok(Err(_)) => return status(StatusCode::PAYLOAD_TOO_LARGE),
            Err(_) => return status(StatusCode::REQUEST_TIMEOUT),
        };
        let Ok(call) = serde_json::from_slice::<PageCall>(&body.to_bytes()) else {
            return status(StatusCode::BAD_REQUEST);
        };
        let message = match self.server.call(call).await {
            Ok(result) => json!({"result": result}),
            Err(error) => json!({"error": {"code": error.code.code(), "message": error.message}}),
        };
        response(StatusCode::OK, JSON, full(message.to_string()))
    }
}

const JSON: &str = "application/json";

fn full(text: impl Into<Bytes>) -> Body {
    Full::new(text.into()).boxed_unsync()
}

fn file(kind: &'static str, text: &'static str) -> Response<Body> {
    response(StatusCode::OK, kind, full(text))
}

/// Returns a response without content.
fn status(status: StatusCode) -> Response<Body> {
    let reason = status.canonical_reason().unwrap_or_default();
    response(status, "text/plain; charset=utf-8", full(reason))
}

fn response(status: StatusCode, kind: &'static str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers: [(HeaderName, &'static str); 8] = [
        (CONTENT_TYPE, kind),
        (CONTENT_SECURITY_POLICY, POLICY),
        // The address is a secret: keep it out of caches and of links to other sites.
        (CACHE_CONTROL, "no-store"),
        (hyper::header::REFERRER_POLICY, "no-referrer"),
        (hyper::header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (hyper::header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in headers {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
