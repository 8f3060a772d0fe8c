# A table on a server at home; docs/serving.md says how it is run. BASE is any image with Python 3.11 or newer and venv.
ARG BASE=python:3.13-slim

FROM ${BASE} AS made
WORKDIR /source
COPY pyproject.toml README.md LICENSE constraints.txt ./
COPY toolkit toolkit
COPY solvers solvers
COPY puzzles puzzles
COPY workbench workbench
RUN python3 -m venv /opt/table && /opt/table/bin/python -m pip install --no-cache-dir -c constraints.txt ".[table]"

FROM ${BASE}
COPY --from=made /opt/table /opt/table
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin table && install -d -o table -g table /tables
ENV PYTHONUNBUFFERED=1
USER table
WORKDIR /tables
VOLUME /tables
EXPOSE 24411
# There is nothing at "/", and a server that is well says so.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["/opt/table/bin/python", "-c", "from http.client import HTTPConnection; line = HTTPConnection('127.0.0.1', 24411, timeout=4); line.request('GET', '/'); raise SystemExit(line.getresponse().status != 404)"]
ENTRYPOINT ["/opt/table/bin/tobago", "table", "--lan", "--port", "24411"]
